"""Movement: combat, rush and engaged moves, coming from reserve, rout."""
