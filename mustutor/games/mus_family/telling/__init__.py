"""What Mus and Encaje say alike: words, sentences, hands compared, calls and lances."""
