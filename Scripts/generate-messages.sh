#!/bin/bash
# Generates the Swift code of the agent's messages and of a vault's items from their definitions. Needs protoc; builds the plug-in from the
# package that the project uses, so that both have the same version.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(sed -n 's/.*swift-protobuf", from: "\([0-9.]*\)".*/\1/p' Package.swift)
tool=.build-protoc
[ -d "$tool/swift-protobuf" ] || git clone --quiet --depth 1 --branch "$version" https://github.com/apple/swift-protobuf "$tool/swift-protobuf"
swift build --package-path "$tool/swift-protobuf" --product protoc-gen-swift
for file in Sources/AgentProtocol/Messages/agent.proto Sources/PasswordVault/Format/vault.proto; do
    directory=$(dirname "$file")
    protoc --plugin="$tool/swift-protobuf/.build/debug/protoc-gen-swift" --swift_out="$directory" \
      --swift_opt=Visibility=Package --swift_opt=FileNaming=DropPath --proto_path="$directory" "$(basename "$file")"
done
