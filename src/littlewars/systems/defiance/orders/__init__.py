"""Orders and how a unit carries them out: activation, moving, firing, charging, crawling, vehicles."""
