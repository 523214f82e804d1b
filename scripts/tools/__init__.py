"""Tools around the commands, which the program `barricade` hands over to: doctor, completion."""
