"""What a vehicle is and what becomes of it: mounts and arcs, damage, charts, haywire, wrecks, who survives aboard."""
