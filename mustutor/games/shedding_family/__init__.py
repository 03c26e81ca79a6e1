"""What Enflé and Mau-Mau share: French-suited cards, how their calls are said, how hands shrink."""
