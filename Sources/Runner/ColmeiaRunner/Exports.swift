// The modules whose types are in signatures of this one.
@_exported import ColmeiaWorld
