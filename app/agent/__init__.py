"""The engine: what surrounds an execution, the loop of model and tools, the messages it works on."""
