"""Orders and how a unit carries them out: the activation, one figure acting, what fires."""
