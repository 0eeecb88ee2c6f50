"""What hurts, whatever its cause: saves, wounds and who falls, suppression, removal."""
