#if canImport(Security)
  import ColmeiaBase
  import Foundation
  import Security

  /// A token store in the keychain of an Apple device. Tokens are generic passwords. They can be read after the device
  /// has been unlocked once since it started, and never leave the device, neither in a backup nor through iCloud.
  ///
  /// On macOS, the store uses the data protection keychain, which is available only to signed apps. Unsigned programs
  /// can use ``FileTokenStore``.
  public struct KeychainTokenStore: TokenStore {
    /// The maximum number of bytes in a token.
    public static let tokenLimit = FileTokenStore.tokenLimit

    /// Threads for calls to the keychain, which wait for another process.
    private static let threads = BlockingThreads(limit: 2)
    /// Held by this process while it changes a token.
    private static let turn = Guarded(())

    /// Creates a store.
    public init() {}

    /// Returns the token for an item, or `nil` if there is none.
    ///
    /// - Throws: ``TokenStoreError`` if the keychain reports an error, or if its data is not text.
    public func read(_ item: TokenItem) async throws(TokenStoreError) -> Token? {
      try await blocking { () throws(TokenStoreError) in try readNow(item) }
    }

    private func readNow(_ item: TokenItem) throws(TokenStoreError) -> Token? {
      var query = attributes(of: item)
      query[kSecReturnData] = true
      guard let data = try find(query) as? Data else { return nil }
      guard let text = String(validating: data, as: UTF8.self) else { throw .keychain(status: errSecDecode) }
      return Token(text)
    }

    /// Stores a token, and replaces an existing one.
    ///
    /// - Throws: ``TokenStoreError`` if the token is too large or the keychain reports an error.
    public func write(_ token: Token, as item: TokenItem) async throws(TokenStoreError) {
      try await changing { () throws(TokenStoreError) in try writeNow(token, item) }
    }

    private func writeNow(_ token: Token, _ item: TokenItem) throws(TokenStoreError) {
      guard token.value.utf8.count <= Self.tokenLimit else { throw .tooLarge(limit: Self.tokenLimit) }
      let content: [CFString: Any] = [
        kSecValueData: Data(token.value.utf8),
        kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      ]
      let query = attributes(of: item)
      let status = SecItemUpdate(dictionary(query), dictionary(content))
      guard status == errSecItemNotFound else { return try check(status) }
      let added = SecItemAdd(dictionary(query.merging(content) { $1 }), nil)
      // Another process may have added the item meanwhile.
      try check(added == errSecDuplicateItem ? SecItemUpdate(dictionary(query), dictionary(content)) : added)
    }

    /// Replaces `old`, or removes it, unless the store no longer has it. Returns whether it had.
    ///
    /// - Throws: ``TokenStoreError``, as reading and writing do.
    public func replace(_ old: Token, with new: Token?, as item: TokenItem) async throws(TokenStoreError) -> Bool {
      try await changing { () throws(TokenStoreError) in
        guard try readNow(item) == old else { return false }
        if let new { try writeNow(new, item) } else { try deleteNow(item) }
        return true
      }
    }

    /// Removes a token. Does nothing if there is none.
    ///
    /// - Throws: ``TokenStoreError`` if the keychain reports an error.
    public func delete(_ item: TokenItem) async throws(TokenStoreError) {
      try await changing { () throws(TokenStoreError) in try deleteNow(item) }
    }

    private func deleteNow(_ item: TokenItem) throws(TokenStoreError) {
      let status = SecItemDelete(dictionary(attributes(of: item)))
      if status != errSecItemNotFound { try check(status) }
    }

    private func changing<Result: Sendable>(
      _ body: @Sendable () throws(TokenStoreError) -> Result
    ) async throws(TokenStoreError) -> Result {
      try await blocking { () throws(TokenStoreError) in
        try Self.turn.withLock { _ throws(TokenStoreError) in try body() }
      }
    }

    /// Returns the accounts of a service that have a token, sorted.
    ///
    /// - Throws: ``TokenStoreError`` if the keychain reports an error.
    public func accounts(of service: String) async throws(TokenStoreError) -> [String] {
      try await blocking { () throws(TokenStoreError) in
        var query = attributes(of: service)
        query[kSecMatchLimit] = kSecMatchLimitAll
        query[kSecReturnAttributes] = true
        let items = try find(query) as? [NSDictionary] ?? []
        return items.compactMap { $0[kSecAttrAccount] as? String }.sorted()
      }
    }

    private func attributes(of service: String) -> [CFString: Any] {
      [kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecUseDataProtectionKeychain: true]
    }

    private func attributes(of item: TokenItem) -> [CFString: Any] {
      var attributes = attributes(of: item.service)
      attributes[kSecAttrAccount] = item.account
      return attributes
    }

    private func dictionary(_ attributes: [CFString: Any]) -> CFDictionary {
      NSDictionary(dictionary: attributes) as CFDictionary
    }

    /// Returns the result of a query, or `nil` if nothing matches.
    private func find(_ query: [CFString: Any]) throws(TokenStoreError) -> CFTypeRef? {
      var found: CFTypeRef?
      let status = SecItemCopyMatching(dictionary(query), &found)
      if status == errSecItemNotFound { return nil }
      try check(status)
      return found
    }

    private func check(_ status: OSStatus) throws(TokenStoreError) {
      if status != errSecSuccess { throw .keychain(status: status) }
    }

    private func blocking<Result>(
      _ body: () throws(TokenStoreError) -> Result
    ) async throws(TokenStoreError) -> Result {
      let observer = OutsideWork.observer
      observer?.beginOutsideWork()
      defer { observer?.endOutsideWork() }
      return try await withTaskExecutorPreference(Self.threads) { () async throws(TokenStoreError) in try body() }
    }
  }
#endif
