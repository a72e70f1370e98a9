// Nothing runs here: the page starts the app through `start`, in `Start.swift`.
