import './require-node.mjs'

void import('./commands/check-mcp.mjs')
