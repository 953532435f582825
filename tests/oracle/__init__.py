"""A brute force that judges the engines and shares no code with them."""
