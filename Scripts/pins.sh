# Functions that read manifests and Package.resolved files. Sourced by pin.sh and outdated.sh, in the directory of the repository.
#
# Manifests are read as text: running one takes a second, and lint reads all of them.

# Prints the directories of the manifests that git knows, one per line; with --others also those of new files.
package_directories() {
    git ls-files --cached --exclude-standard "$@" -- '*Package.swift' | sort -u | while IFS= read -r manifest; do
        [ "${manifest##*/}" = Package.swift ] && [ -e "$manifest" ] && dirname "$manifest"
    done
    return 0
}

# Prints the calls of .package(…) in the manifest of a directory, one per line.
dependency_lines() {
    sed 's,^ *//.*,,' "$1/Package.swift" | tr -s '\n ' ' ' | grep -oE '\.package\([^()]*(\([^()]*\)[^()]*)?\)' || true
}

# Prints the directory itself and those of the packages that it depends on by path, with their dependencies.
# Packages that are not in the repository are left out.
path_closure() {
    local seen=" " queue=("$1") directory line path
    while [ ${#queue[@]} -gt 0 ]; do
        directory=${queue[0]}
        queue=("${queue[@]:1}")
        [[ $seen != *" $directory "* ]] || continue
        seen+="$directory "
        echo "$directory"
        while IFS= read -r line; do
            [[ $line =~ path:\ \"([^\"]+)\" ]] || continue
            path=$(realpath -m --relative-to=. "$directory/${BASH_REMATCH[1]}")
            [ ! -e "$path/Package.swift" ] || queue+=("$path")
        done < <(dependency_lines "$directory")
    done
}

# Prints the requirements of a directory's manifest: identity, address, first version, end, text, separated by tabs.
# The end is the first version that is too new. It is “?” for an unknown kind of requirement.
requirements() {
    local line address identity text first end
    local version='"([0-9]+)\.([0-9]+)\.([0-9]+)"' rest=',? ?$'
    local major="^(\\.upToNextMajor\\()?from: $version\\)?$rest" minor="^\\.upToNextMinor\\(from: $version\\)$rest"
    local exact="^exact: $version$rest" range="^$version\\.\\.([<.])$version$rest"
    while IFS= read -r line; do
        [[ $line =~ url:\ \"([^\"]+)\",\ (.*)\) ]] || continue
        address=${BASH_REMATCH[1]} text=${BASH_REMATCH[2]}
        identity=${address##*/}
        identity=${identity%.git}
        first="?" end="?"
        if [[ $text =~ $major ]]; then
            first="${BASH_REMATCH[2]}.${BASH_REMATCH[3]}.${BASH_REMATCH[4]}"
            end="$((BASH_REMATCH[2] + 1)).0.0"
        elif [[ $text =~ $minor ]]; then
            first="${BASH_REMATCH[1]}.${BASH_REMATCH[2]}.${BASH_REMATCH[3]}"
            end="${BASH_REMATCH[1]}.$((BASH_REMATCH[2] + 1)).0"
        elif [[ $text =~ $exact ]]; then
            first="${BASH_REMATCH[1]}.${BASH_REMATCH[2]}.${BASH_REMATCH[3]}"
            end="${BASH_REMATCH[1]}.${BASH_REMATCH[2]}.$((BASH_REMATCH[3] + 1))"
        elif [[ $text =~ $range ]]; then
            first="${BASH_REMATCH[1]}.${BASH_REMATCH[2]}.${BASH_REMATCH[3]}"
            # “..<” leaves the last version out, “...” includes it.
            [ "${BASH_REMATCH[4]}" = "<" ] && end=0 || end=1
            end="${BASH_REMATCH[5]}.${BASH_REMATCH[6]}.$((BASH_REMATCH[7] + end))"
        fi
        printf '%s\t%s\t%s\t%s\t%s\n' "${identity,,}" "$address" "$first" "$end" "$text"
    done < <(dependency_lines "$1")
}

# Prints the pins in a Package.resolved on standard input: identity, address, version, revision, separated by tabs.
pins() {
    awk -F'"' -v OFS='\t' '
        /"identity" : / { identity = $4; address = version = revision = "none" }
        /"location" : / { address = $4 }
        /"revision" : / { revision = $4 }
        /"version" : "/ { version = $4 }
        # The end of the state, which is the last part of a pin.
        /^      }/ { print identity, address, version, revision }'
}

is_release() { [[ $1 =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]]; }

# Whether the first version is older than the second one.
is_older() {
    local IFS=. left right
    read -ra left <<<"$1"
    read -ra right <<<"$2"
    for part in 0 1 2; do
        ((10#${left[part]} == 10#${right[part]})) || { ((10#${left[part]} < 10#${right[part]})); return; }
    done
    return 1
}
