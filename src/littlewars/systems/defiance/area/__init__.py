"""Areas of effect: bursts and scatter, cones, grenades, indirect fire, air strikes, poison and smoke."""
