"""Close combat: attacks, striking back, hatches."""
