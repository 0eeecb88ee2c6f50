"""A page's table: kept from answer to answer, and drawn as a picture."""
