"""What each audience is told: the only door through which anything leaves a battle."""
