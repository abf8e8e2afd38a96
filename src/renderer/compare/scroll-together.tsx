import { useStore } from 'zustand'

import { useApp } from '../state/use-app'
import { Button } from '../ui/button'

/** Whether the panes scroll together. */
export function ScrollTogether() {
  const { settings } = useApp()
  const { scrollPanesTogether: isOn } = useStore(settings, (state) => state.settings)
  return (
    <Button
      look="quiet"
      className="scroll-together"
      aria-pressed={isOn}
      title={isOn ? 'The panes scroll together, question by question' : 'Each pane scrolls by itself'}
      onClick={() => void settings.getState().change({ scrollPanesTogether: !isOn })}
    >
      Scroll together
    </Button>
  )
}
