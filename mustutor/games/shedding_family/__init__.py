"""What Enflé and Mau-Mau share: French-suited cards, their calls, their bot, and words.

Open `cards` first. Knows neither of the two games: what may be played is in their folders.
"""
