"""What Mus and Encaje share: lances, classes, ranking, betting, talk, discards, conduct."""
