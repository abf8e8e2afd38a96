import './require-node.mjs'

void import('./commands/drill.mjs')
