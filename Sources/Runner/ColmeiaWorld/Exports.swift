// The modules whose types are in signatures of this one.
@_exported import Colmeia
@_exported import ColmeiaJSON
@_exported import ColmeiaTransport
