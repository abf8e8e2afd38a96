import { useState, type DragEvent } from 'react'

import type { ProjectId } from '../../../shared/ids'
import { useApp } from '../../state/app/use-app'

/** Lets chats and comparisons of the list be dropped on projects, or where they leave theirs (null). */
export function useEntryDrop() {
  const app = useApp()
  const [over, setOver] = useState<ProjectId | 'none' | null>(null)
  return {
    /** The place that they would be dropped on. */
    over,
    dropTarget: (projectId: ProjectId | null) => ({
      onDragOver: (event: DragEvent) => {
        if (app.projects.dragged.length === 0) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        setOver(projectId ?? 'none')
      },
      onDragLeave: () => setOver(null),
      onDrop: (event: DragEvent) => {
        const { dragged } = app.projects
        setOver(null)
        if (dragged.length === 0) return
        event.preventDefault()
        void app.organiser.move(dragged, projectId)
      },
    }),
  }
}
