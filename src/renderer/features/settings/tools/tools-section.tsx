import { DefaultTools } from './default-tools'
import { PermissionSection } from './permission-section'
import { ServersSection } from './servers-section'
import { SearchSection } from './search-section'
import { ToolLimits } from './tool-limits'

/** What models can use besides text, what the user has decided about that, and what new chats have on. */
export default function ToolsSection() {
  return (
    <>
      <ServersSection />
      <SearchSection />
      <PermissionSection />
      <DefaultTools />
      <ToolLimits />
    </>
  )
}
