"""The processes beside the event loop: bots, odds and replays."""
