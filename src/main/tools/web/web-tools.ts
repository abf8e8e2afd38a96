import type { Tool } from '../tool'
import { fetchTool, type FetchToolDeps } from './fetch-tool'
import { searchTool, type SearchToolDeps } from './search/search-tool'

/** The tools for the web. */
export function webTools(deps: FetchToolDeps & SearchToolDeps): Tool[] {
  return [fetchTool(deps), searchTool(deps)]
}
