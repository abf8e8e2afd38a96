/** Markdown whose blocks are hard to tell apart while it streams. */
export const nastyMarkdown: Readonly<Record<string, string>> = {
  'headings of both kinds':
    '# One\ntext right below\n\nTwo\n===\nThree\n---\n\n#not a heading\n####### seven\npara\n#\npara\n# end',
  'lists that are tight, loose and nested':
    '- a\n- b\n\n- c\n  more of c\n\n  still c\n    - d\n\n      deep\n\n1. one\n2. two\n   1) inner\n\n10) ten\n\n* star\n+ plus\n-\n- after empty\n\ntext\n- interrupts\n1. interrupts\n2. does not',
  'lists and what looks like them':
    '- a\n\n- - -\n\n***\n-- no\n1986\\. A year\n1986. A list\n\n-\n\n  not in the empty item\n\n- [ ] open\n- [x] done\n  - [ ] nested\n\n -b\n\n - b\n\n  - c\n\n   - d',
  fences:
    '```ts\nconst a = 1\n\n\n# no heading\n```\nafter\n~~~\n```\ntilde\n~~~~\n````md\n```js\ninner\n```\n````\n``` `not` a fence\n- list\n  ```\n  in the list\n  ```\n\n```\nunclosed\n\nto the end',
  'indented code':
    'para\n    not code\n\n    code\n\n    more code\n\n\ttab code\nend\n\n- item\n\n      code in item\n\n    not code\n',
  tables:
    'para\n| a | b |\n|---|:-:|\n| 1 | `x|y` |\n| 2 |\nno longer | a row?\n\n| lonely\n\na | b\n--|--\nc | d\n\ntext\n| x |\n| - |\n| y \\| z |\n> quote ends it',
  quotes:
    '> one\nlazy\n> - list\n> - in quote\n\n> two\n>\n> > nested\n> para\n\n> ```\n> code\n> ```\nout\n> setext\n> ===\n---\n> a\n    lazy?\n',
  'links that are defined later':
    'See [one], [two][2] and [three][].\n\n- also [one]\n\n> and [2]\n\n[one]: https://example.com/1 "First"\n\n[2]: <https://example.com/two words>\n\n[three]:\n  /3\n  \'a\n  title\'\n\n[one]: https://example.com/again\n[One]: https://example.com/again-too\n\nafter [one] and [four]\n\n- [four]: https://example.com/4\n\nend [four]',
  'definitions that stay open':
    '[a] first\n\n[a]: /url\n"title with\n\na blank line\n\nand another\n\nand one more" \n\nafter\n\n[b]: /url (open\n\nnever\n\nclosed\n\ntext\n\n[c]: /url "no\n\nmore',
  'raw html':
    'before <b>bold</b> <a href="x">https://example.com\n\nhttps://example.org\n\n<div>\n*not em*\n\n*em*\n</div>\n\n<!-- a\n\ncomment -->\n\n<script>\nlet a\n\nlet b\n</script>\nafter\n\n<pre>\n\nx\n</pre> tail\n<details>\n<summary>s</summary>\n\ntext\n\n</details>\n\n<?php\n\n?>\n<code> https://example.net\n\nhttps://example.net',
  'emphasis and code spans':
    '**bold *and em* text** `code *no*` __b__ _e_ ~~gone~~ \\*escaped\\* ***both*** a*b*c **open\n\n**new** `open\n\n``a`b`` &amp; &lt; &copy; <https://auto.link> mail@example.com www.example.com\nbreak  \nhere\\\nthere ![image](https://example.com/a.png "t") [link](<a b> "t")',
  'line ends': 'one\r\ntwo\r\n\r\n- a\r\n- b\r\rthree\r\n```\r\ncode\r\n```\r\n',
  'blank lines and white space': '\n\n\none\n   \n\t\ntwo\n \n\n\n    \n    code\n\n   \n---\n\n\n',
  rules: 'a\n\n---\n\n***\n\n_ _ _\n--\n\nb\n--- \nc\n---x\n===\n\n- a\n---\n- b\n***\n',
  mathematics:
    'A $x_1$ and $5 and $6, \\(a+b\\) \\[c\\] no\n$$\ny = x^2\n$$\nafter\n\n$$ a $$ b\n\n$$\nopen\n\nclosed $$ not\n\n\\[\n\\frac{1}{2}\n\\]\ntext $$z$$ \\[z^2\\] \\[not\\] \\$5$ $a*b$ *c $d*e$\n- $$\n  i\n  $$\n- \\[\n> $$q$$\n',
  footnotes:
    'Text[^1] and [^Two][^none].\n[^1]: first\nlazy\n    indented\n\n    again\n\nafter\n\n[^two]: # no\n- list [^1]\n[^two]: again\n\n[^x]:\n\n[^y]: `c`\n\n\n    - in\n    - it\n\n[^1](url) [a^]: [^a b] [^]: x\n',
  'formulas without delimiters, fences of formulas and bars in cells':
    'A \\begin{align}a&=b\\end{align} b\n\\begin{align}\nx &= \\label{a} y \\\\\n\\end{align}\nafter \\eqref{a} \\ref{b}\n\n\\begin{gather}\nopen\n\nprose\n\n```math\nx^2\n\ny\n```\n~~~math\nz\n~~~~\n```math\n\n- \\begin{cases}\n  a\n  \\end{cases}\n\n| $P(A|B)$ | b |\n|---|---|\n| $|x|$ | 设$|y|$为 |\n| $a | b$ |\n\n$$\\tag{1}\\label{c}$$ 设$x$为~3~~4~~ **注：**https://a.example。中é@b.example\n',
}
