"""Movement: walking, coherency, engaging and leaving, broken units, packs, snap shots."""
