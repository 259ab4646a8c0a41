# SPDX-License-Identifier: Apache-2.0
# stray_fields.awk: slots_layout.h as a list of all words of the table, for
# stray.c: STRAY(part, field, name, first), where first is the field, or its first
# element. Stops at a line that it does not understand.

function fail(what) {
    print "stray_fields.awk: " FILENAME ": " what >"/dev/stderr"
    failed = 1
    exit 1
}

# Whether it is an array, and the name alone.
function bare(name) {
    sub(/\[.*/, "", name)
    return name
}

function word(part, field, declared) {
    name = part "_" field
    gsub(/\./, "_", name)
    one = field (declared ~ /\[/ ? "[0]" : "")
    print "STRAY(" part ", " field ", " name ", " one ")"
}

# A member that is a struct of its own has its words.
function member(part, type, declared,    n, i, inner) {
    if (!(type in members)) {
        word(part, bare(declared), declared)
        return
    }
    used[type] = 1
    n = split(members[type], inner, " ")
    for (i = 1; i <= n; i++)
        word(part, bare(declared) "." bare(inner[i]), inner[i])
}

# One declaration, without its semicolon.
function declare(text,    type, n, i, names) {
    gsub(/_Alignas\([0-9]+\)|_Atomic/, "", text)
    if (!match(text, /^[ \t]*[a-z0-9_]+[ \t]+/))
        fail("what is \"" text "\"?")
    type = substr(text, 1, RLENGTH)
    gsub(/[ \t]/, "", type)
    text = substr(text, RLENGTH + 1)
    gsub(/[ \t\n]/, "", text)
    n = split(text, names, ",")
    for (i = 1; i <= n; i++) {
        if (names[i] !~ /^[a-z_]+(\[[A-Z_+ 1]+\])?$/)
            fail("what is \"" names[i] "\"?")
        types[++count] = type
        fields[count] = names[i]
    }
}

function finish(    i) {
    for (i = 1; i <= count; i++)
        if (part in rows)
            member(part, types[i], fields[i])
        else
            members["slots_" part "_t"] = members["slots_" part "_t"] " " fields[i]
    found += part in rows
    part = ""
}

BEGIN {
    split("header owner bucket hint slot pool", names, " ")
    for (i in names)
        rows[names[i]] = 1
    print "/* made by stray_fields.awk */"
}

# Comments go first: text is what is left of all lines so far.
{
    line = $0
    while (line != "") {
        mark = commented ? "*/" : "/*"
        at = index(line, mark)
        if (!commented)
            text = text (at ? substr(line, 1, at - 1) : line)
        line = at ? substr(line, at + 2) : ""
        commented = at ? !commented : commented
    }
    if (text ~ /^typedef struct slots_[a-z]+ \{$/) {
        part = text
        gsub(/^typedef struct slots_| \{$/, "", part)
        count = 0
    } else if (part && text ~ /^\}/) {
        finish()
    } else if (part && text ~ /;[ \t]*$/) {
        sub(/;[ \t]*$/, "", text)
        declare(text)
    } else if (part && text !~ /^[ \t]*$/) {
        text = text " "
        next
    }
    text = ""
}

END {
    for (type in members)
        if (!failed && !(type in used))
            fail("which part has rows of " type "?")
    if (!failed && found != 6)
        fail("parts are missing")
}
