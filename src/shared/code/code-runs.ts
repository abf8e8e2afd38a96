import type { createLowlight } from 'lowlight'

import { lookupTable } from '../lookup-table'
import { codeKinds, type CodeKind, type CodeRuns } from './code-kinds'

/** The highlighter's scope names; any other scope is plain. */
const kindOf = lookupTable<CodeKind>({
  comment: 'comment',
  quote: 'comment',
  keyword: 'keyword',
  doctag: 'keyword',
  'selector-tag': 'keyword',
  'template-tag': 'keyword',
  name: 'keyword',
  string: 'string',
  regexp: 'string',
  char: 'string',
  link: 'string',
  code: 'string',
  number: 'number',
  literal: 'number',
  symbol: 'number',
  bullet: 'number',
  title: 'title',
  section: 'title',
  type: 'type',
  built_in: 'type',
  'selector-class': 'type',
  'selector-id': 'type',
  attr: 'attribute',
  attribute: 'attribute',
  property: 'attribute',
  variable: 'attribute',
  'template-variable': 'attribute',
  'selector-attr': 'attribute',
  'selector-pseudo': 'attribute',
  meta: 'meta',
  addition: 'added',
  deletion: 'removed',
})

/** A syntax tree, as the library returns it. */
type Tree = ReturnType<ReturnType<typeof createLowlight>['highlight']>
type Node = Tree['children'][number]
type Element = Extract<Node, { type: 'element' }>

/** Flattens the syntax tree of highlighted code into runs of one kind each. */
export function codeRuns(root: Tree): CodeRuns {
  const runs: number[] = []
  const add = (length: number, kind: CodeKind) => {
    const index = codeKinds.indexOf(kind)
    if (runs.length > 0 && runs.at(-1) === index) runs[runs.length - 2] = (runs.at(-2) ?? 0) + length
    else if (length > 0) runs.push(length, index)
  }
  const walk = (children: readonly Node[], kind: CodeKind) => {
    for (const child of children) {
      if (child.type === 'text') add(child.value.length, kind)
      else if (child.type === 'element') walk(child.children, kindOfElement(child) ?? kind)
    }
  }
  walk(root.children, 'plain')
  return runs
}

/** `hljs-title class_` is a class title; a substitution inside a string is plain again. */
function kindOfElement(element: Element): CodeKind | null {
  const { className } = element.properties
  const [name = '', ...rest] = Array.isArray(className) ? className.map(String) : []
  const scope = name.replace(/^hljs-/, '')
  if (scope === 'subst') return 'plain'
  if (scope === 'title' && rest.includes('class_')) return 'type'
  if (scope === 'variable' && rest.includes('language_')) return 'keyword'
  return kindOf.get(scope) ?? null
}
