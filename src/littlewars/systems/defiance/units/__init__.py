"""Units, quality and leaders: who is in a unit, chits, crews, morale, who leaves the table."""
