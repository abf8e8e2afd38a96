import './require-node.mjs'

void import('./commands/screenshots.mjs')
