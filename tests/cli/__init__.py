"""The command line through the door that its users take."""
