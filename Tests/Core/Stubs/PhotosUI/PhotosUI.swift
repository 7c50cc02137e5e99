// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase, NoLeadingUnderscores

import Foundation
public import SwiftUI

// Declarations of the parts of PhotosUI that the example uses, as documented by Apple; see the stubs of SwiftUI.

public protocol Transferable: Sendable {}
extension Data: Transferable {}

public struct PHPickerFilter: Equatable, Hashable, Sendable {
  public static let images = Self()
}

public struct PhotosPickerItem: Equatable, Hashable, Sendable {
  public func loadTransferable<T: Transferable>(type: T.Type) async throws -> T? { nil }
}

public struct PhotosPicker<Label: View>: View {
  public nonisolated init(
    selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil, @ViewBuilder label: () -> Label
  ) {}
  public var body: Never { fatalError("a stub for type-checking") }
}
