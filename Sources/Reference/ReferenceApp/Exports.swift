// The modules whose types are in signatures of this one.
@_exported import Colmeia
@_exported import ColmeiaClient
@_exported import ColmeiaSecrets
@_exported import ReferenceEntities
@_exported import ReferenceS3
