# SPDX-License-Identifier: Apache-2.0
# errors.awk: docs/errors.md as the page that persist-status shows with ?errors.
# It knows the Markdown that stands there: headings, paragraphs, fences, tables
# (as text), `code`, *emphasis*, **importance** and [links](…), which lose
# where they lead to.

# Pairs of a mark become an element; what stands between is left alone.
function pairs(line, mark, size, tag,    out, open, at) {
    while ((at = index(line, mark)) > 0) {
        open = !open
        out = out substr(line, 1, at - 1) "<" (open ? "" : "/") tag ">"
        line = substr(line, at + size)
    }
    return out line
}

function inline(line) {
    gsub(/&/, "\\&amp;", line)
    gsub(/</, "\\&lt;", line)
    gsub(/>/, "\\&gt;", line)
    gsub(/@/, "\\&#64;", line)
    while (match(line, /\[[^]]*\]\([^)]*\)/)) {
        link = substr(line, RSTART, RLENGTH)
        sub(/\]\(.*/, "", link)
        line = substr(line, 1, RSTART - 1) substr(link, 2) \
            substr(line, RSTART + RLENGTH)
    }
    return line
}

function marks(text) {
    text = pairs(text, "`", 1, "code")
    text = pairs(text, "**", 2, "b")
    return pairs(text, "*", 1, "em")
}

# Marks may span lines, so a paragraph is kept until it ends.
function paragraph() {
    if (text != "")
        print "<p>" marks(text) "</p>"
    text = ""
}

function fence(open) {
    if (open == fenced)
        return
    print open ? "<pre>" : "</pre>"
    fenced = open
}

BEGIN {
    print "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">"
    print "<meta name=\"viewport\" content=\"width=device-width\">"
    print "<title>What PERSISTnnnn means</title>\n<style nonce=\"@NONCE@\">"
    print ":root { color-scheme: light dark; }"
    print "body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem;"
    print "  margin: 2rem auto; padding: 0 1rem; }"
    print "h3:target { outline: 2px solid #d60; outline-offset: 6px; }"
    print "pre { overflow-x: auto; }\n</style>\n</head>\n<body>"
}

/^<!--/ { next }
/^```/ { paragraph(); fence(!fenced); next }
fenced && !table { print inline($0); next }
/^\|/ { paragraph(); table = 1; fence(1); print inline($0); next }
table { table = 0; fence(0) }
/^#+ / {
    paragraph()
    level = index($0, " ") - 1
    title = inline(substr($0, level + 2))
    id = title
    sub(/:.*/, "", id)
    print "<h" level (level == 3 ? " id=\"" id "\"" : "") ">" marks(title) \
        "</h" level ">"
    next
}
/^$/ { paragraph(); next }
{ text = text (text == "" ? "" : "\n") inline($0) }

END { paragraph(); fence(0); print "</body>\n</html>" }
