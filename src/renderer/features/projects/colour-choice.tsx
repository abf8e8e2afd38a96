import { useId } from 'react'

import { type ProjectColour, projectColours } from '../../../shared/projects/projects'
import { t } from '../../language/t'
import hiddenTextStyles from '../../ui/text/hidden-text.module.css'
import { ProjectDot } from './project-dot'
import styles from './colour-choice.module.css'

interface ColourChoiceProps {
  value: ProjectColour
  onChange: (colour: ProjectColour) => void
}

/** The colours of projects, as radio buttons. */
export function ColourChoice({ value, onChange }: ColourChoiceProps) {
  const name = useId()
  return (
    <fieldset className={styles.colours}>
      <legend>{t('projects.dialog.colour')}</legend>
      {projectColours.map((colour) => (
        <label key={colour} className={styles.colour} title={t(`projects.colours.${colour}`)}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            value={colour}
            checked={colour === value}
            onChange={() => onChange(colour)}
          />
          <ProjectDot colour={colour} />
          <span className={hiddenTextStyles.hiddenText}>{t(`projects.colours.${colour}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
