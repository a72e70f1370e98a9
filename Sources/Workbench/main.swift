// Nothing runs here: the page starts the workbench through `start`, in `Workbench.swift`.
