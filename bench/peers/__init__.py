"""How each of the other codes is given a bed, run and read."""
