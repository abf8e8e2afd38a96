import { useEffect } from 'react'

import type { ModelProblem } from '../../../shared/models'
import { Button } from '../button'
import { Icon } from '../icon'
import { markOf, type ModelGroup } from './model-options'

interface ModelListProps {
  id: string
  groups: readonly ModelGroup[]
  problems: readonly ModelProblem[]
  value: string | null
  activeId: string | null
  isRefreshing: boolean
  onChoose: (model: string) => void
  onPoint: (model: string) => void
  onRefresh: () => void
  onOpenSettings: () => void
}

export function ModelList(props: ModelListProps) {
  const { id, groups, problems, value, activeId, isRefreshing } = props
  useEffect(() => {
    document.getElementById(`${id}-${activeId}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, activeId])
  return (
    <div className="model-list">
      <div id={`${id}-list`} role="listbox" aria-label="Models" className="model-list-scroll">
        {groups.map((group) => (
          <div key={group.providerId} role="group" aria-label={group.providerName}>
            <div className="model-group-name" aria-hidden="true">
              {group.providerName}
            </div>
            {group.models.map((model) => (
              <div
                key={model.id}
                id={`${id}-${model.id}`}
                role="option"
                aria-selected={model.id === value}
                data-active={model.id === activeId}
                data-model-id={model.id}
                className="model-option"
                title={model.id}
                onPointerDown={(event) => event.preventDefault()}
                onPointerMove={() => {
                  if (model.id !== activeId) props.onPoint(model.id)
                }}
                onClick={() => props.onChoose(model.id)}
              >
                <span className="model-option-name">{model.name}</span>
                <span className="model-option-mark">{markOf(model)}</span>
                <span className="model-option-check">{model.id === value && <Icon name="check" />}</span>
              </div>
            ))}
          </div>
        ))}
        {groups.length === 0 && <p className="model-list-empty">No model has such a name.</p>}
        {problems.map((problem) => (
          <p key={problem.providerId} className="model-problem">
            <b>{problem.providerName}</b> {problem.error.message}
          </p>
        ))}
      </div>
      <div className="model-list-foot">
        <Button look="quiet" onPointerDown={(event) => event.preventDefault()} onClick={props.onOpenSettings}>
          Add a provider
        </Button>
        <Button
          look="quiet"
          disabled={isRefreshing}
          onPointerDown={(event) => event.preventDefault()}
          onClick={props.onRefresh}
        >
          {isRefreshing ? 'Looking…' : 'Look again'}
        </Button>
      </div>
    </div>
  )
}
