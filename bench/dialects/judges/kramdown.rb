# Renders documents as Jekyll does: Liquid's tags are taken out, and kramdown reads the rest with GitHub's fences.
#
# usage: kramdown.rb SITE < texts.json > pages.json: a list of texts, a list of pages.
require "json"
require "kramdown"
require "kramdown-parser-gfm"

pages = JSON.parse($stdin.read).map do |text|
  text = text.gsub(/\{%-?\s*highlight\b.*?%\}(.*?)\{%-?\s*endhighlight\s*-?%\}/m) { "\n<pre>#{$1.gsub("<", "&lt;")}</pre>\n" }
  text = text.gsub(/\{%.*?%\}/m, "")
  text = text.gsub(/\{\{.*?\}\}/m) { |value| value.gsub(%r{[^\w/#.-]}, "") } # Liquid puts text there
  Kramdown::Document.new(text, input: "GFM", hard_wrap: false, syntax_highlighter: nil).to_html
end
puts JSON.generate(pages)
