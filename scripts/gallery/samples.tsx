import { type ReactNode, useRef, useState } from 'react'

import { ErrorBoundary } from '../../src/renderer/ui/boundaries/error-boundary'
import { PlainBoundary } from '../../src/renderer/ui/boundaries/plain-boundary'
import { Button, CloseButton } from '../../src/renderer/ui/controls/button'
import { ConfirmationLink } from '../../src/renderer/ui/controls/confirmation-link'
import { CopyButton } from '../../src/renderer/ui/controls/copy-button'
import { Dot } from '../../src/renderer/ui/controls/dot'
import { Icon } from '../../src/renderer/ui/controls/icon'
import { CommandLine, Keys } from '../../src/renderer/ui/controls/key-caps'
import { ErrorBar, UndoBar } from '../../src/renderer/ui/controls/notice-bar'
import { VisibleText } from '../../src/renderer/ui/controls/visible-text-view'
import { Choice } from '../../src/renderer/ui/fields/choice'
import { FileButton } from '../../src/renderer/ui/fields/file-button'
import { FormButtons } from '../../src/renderer/ui/fields/form-buttons'
import { AddressInput, CodeInput, KeyInput, NumberField } from '../../src/renderer/ui/fields/inputs'
import { ProgressBar } from '../../src/renderer/ui/fields/progress-bar'
import { SettingRow, SettingsError, SwitchRow } from '../../src/renderer/ui/fields/setting-row'
import { TitleField } from '../../src/renderer/ui/fields/title-field'
import {
  Card,
  DialogBar,
  DialogBody,
  DialogFoot,
  Ellipsis,
  HiddenText,
  Hint,
  PlainList,
  Row,
  Stack,
  Text,
} from '../../src/renderer/ui/layout/layout'
import { Dialog } from '../../src/renderer/ui/overlays/dialog'
import { MenuButton } from '../../src/renderer/ui/overlays/menu'
import { Popup } from '../../src/renderer/ui/overlays/popup'
import { TextMenuButton } from '../../src/renderer/ui/overlays/text-menu-button'
import { FormValuesList } from '../../src/renderer/ui/schema-form/form-values'
import { JsonForm } from '../../src/renderer/ui/schema-form/json-form'
import { SchemaForm } from '../../src/renderer/ui/schema-form/schema-form'
import { BreakableName } from '../../src/renderer/ui/text/breakable-name'
import { UnreadReplies } from '../../src/renderer/ui/text/unread-replies'
import { FollowScroll } from '../../src/renderer/ui/viewport/follow-scroll'

const nothing = () => {}
const choices = [
  ['one', 'One'],
  ['two', 'Two'],
] as const
const items = [
  { label: 'Rename', shortcut: 'F2', onChoose: nothing },
  { label: 'Move', refusal: 'There is only one project.', onChoose: nothing },
  { label: 'Delete', isDanger: true, onChoose: nothing },
]
const schema = {
  type: 'object' as const,
  properties: {
    name: { type: 'string' as const, title: 'Name', description: 'As on the invoice' },
    guests: { type: 'integer' as const, title: 'Guests' },
    candles: { type: 'boolean' as const, title: 'Candles' },
  },
  required: ['name'],
}

/** Each component of `renderer/ui` by its name; those that belong together share a sample. */
export const samples: Readonly<Record<string, ReactNode>> = {
  ...layout(),
  ...controls(),
  ...fields(),
  ...overlays(),
  SchemaForm: (
    <SchemaForm
      schema={schema}
      values={{ guests: 2 }}
      errors={[{ path: ['name'], message: 'Is required' }]}
      onChange={nothing}
    />
  ),
  FieldControl: 'See SchemaForm.',
  SelectControl: 'See SchemaForm.',
  JsonForm: <JsonForm schema={schema} text="{}" reason={null} error="Name is required." onChange={nothing} />,
  FormValuesList: <FormValuesList values={{ name: 'Ada', guests: 2 }} schema={schema} />,
  ErrorBoundary: (
    <ErrorBoundary place="This sample">
      <Broken />
    </ErrorBoundary>
  ),
  PlainBoundary: (
    <PlainBoundary of="" fallback={<Text>The plain text of what failed</Text>}>
      <Broken />
    </PlainBoundary>
  ),
  BreakableName: <BreakableName name="provider/a-model-with-a-very-long-name" />,
  UnreadReplies: <UnreadReplies replies={[{ kind: 'no-verdict', text: 'Both are fine.' }]} />,
  FollowScroll: (
    <div style={{ height: '8em' }}>
      <FollowScroll label="Messages" followKey="" rows={['1']} onJump={nothing}>
        <Stack>{Array.from({ length: 12 }, (_, index) => `Line ${index + 1}`).map(line)}</Stack>
      </FollowScroll>
    </div>
  ),
}

function layout() {
  return {
    Row: <Row>{['One', 'Two', 'Three'].map(line)}</Row>,
    Stack: <Stack gap={1}>{['One', 'Two', 'Three'].map(line)}</Stack>,
    PlainList: (
      <PlainList>
        {['One', 'Two'].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </PlainList>
    ),
    Ellipsis: (
      <Row>
        <Ellipsis>{'A line that is too long for its room. '.repeat(8)}</Ellipsis>
      </Row>
    ),
    HiddenText: (
      <Text>
        A screen reader reads more here.
        <HiddenText>This is only for screen readers.</HiddenText>
      </Text>
    ),
    Hint: <Hint>Explains what it is beside.</Hint>,
    Card: <Card pad={[2, 3]}>A framed area</Card>,
    Text: (
      <Row wrap>
        {(['ink', 'soft', 'faint', 'accent', 'good', 'warn', 'bad'] as const).map((tone) => (
          <Text key={tone} tone={tone}>
            {tone}
          </Text>
        ))}
        {(['xs', 's', 'm', 'l'] as const).map((size) => (
          <Text key={size} size={size}>
            {size}
          </Text>
        ))}
        <Text weight="medium">medium</Text>
        <Text weight="strong">strong</Text>
      </Row>
    ),
  }
}

function controls() {
  const variants = ['primary', 'stop', 'plain', 'quiet', 'link', 'danger'] as const
  return {
    Button: (
      <Row wrap>
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
        <Button variant="primary" disabled>
          disabled
        </Button>
        <Button aria-disabled>refused</Button>
      </Row>
    ),
    CloseButton: <CloseButton label="Close" />,
    ConfirmationLink: <ConfirmationLink pageUrl="#" />,
    CopyButton: <CopyButton label="Copy the text" text={() => 'Copied'} />,
    Icon: (
      <Row>
        <Icon name="settings" />
        <Icon name="search" />
        <Icon name="check" />
      </Row>
    ),
    Keys: <Keys keys="Alt+Shift+N" />,
    CommandLine: <CommandLine label="Command" command="npm install -g an-agent" />,
    Dot: (
      <Row>
        <Dot state="running" /> Running <Dot state="asking" /> Asking <Dot state="unseen" /> New
      </Row>
    ),
    ErrorBar: <ErrorBar text="The chat could not be deleted." action="Dismiss" onAction={nothing} />,
    UndoBar: <UndoBar text="The chat was deleted." onUndo={nothing} onGone={nothing} />,
    VisibleText: <VisibleText text={'Hidden \u202E direction'} />,
  }
}

function fields() {
  return {
    Choice: <Choose />,
    FileButton: (
      <FileButton label="File" accept=".json" onFile={nothing}>
        Choose a file…
      </FileButton>
    ),
    FormButtons: <FormButtons submit="Save" canSubmit onCancel={nothing} />,
    AddressInput: <AddressInput aria-label="Address" placeholder="https://" />,
    CodeInput: <CodeInput aria-label="Code" defaultValue="npx server" />,
    KeyInput: <KeyInput aria-label="Key" placeholder="API key" />,
    NumberField: (
      <NumberField label="Minutes" value={90} unit={60} range={{ min: 0, max: 600 }} onChange={nothing} />
    ),
    ProgressBar: <ProgressBar label="Importing" detail="3 of 8" share={0.4} onCancel={nothing} />,
    SettingRow: (
      <SettingRow label="Setting" hint="What it changes">
        <Button>Change…</Button>
      </SettingRow>
    ),
    SwitchRow: <SwitchRow label="Switch" hint="What it changes" isOn onChange={nothing} />,
    SettingsError: <SettingsError>The address is not valid.</SettingsError>,
    TitleField: <TitleField title="A title" label="Name" onRename={nothing} onDone={nothing} />,
  }
}

function overlays() {
  return {
    Dialog: <OpensDialog />,
    Modal: 'See Dialog.',
    DialogBar: 'See Dialog.',
    DialogBody: 'See Dialog.',
    DialogFoot: 'See Dialog.',
    Menu: 'See MenuButton.',
    MenuLayer: 'See MenuButton.',
    MenuSurface: 'See MenuButton.',
    MenuItemLayer: 'See MenuButton.',
    MenuChoices: 'See MenuButton.',
    MenuChoice: 'See MenuButton.',
    MenuButton: <MenuButton label="Actions" items={items} />,
    TextMenuButton: <TextMenuButton items={items}>Actions</TextMenuButton>,
    Popup: <OpensPopup />,
    PopupLayer: 'See Popup.',
  }
}

function line(text: string) {
  return <span key={text}>{text}</span>
}

function Broken(): ReactNode {
  throw new Error('A sample of an error')
}

function Choose() {
  const [value, setValue] = useState<'one' | 'two'>('one')
  return <Choice label="Choice" value={value} options={choices} onChange={setValue} />
}

function OpensDialog() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Open a dialog</Button>
      {isOpen && (
        <Dialog title="A dialog" width="narrow" onClose={() => setIsOpen(false)}>
          <DialogBar>
            <Button>A control</Button>
          </DialogBar>
          <DialogBody isBelowBar>Its words</DialogBody>
          <DialogFoot>
            <Button onClick={() => setIsOpen(false)}>Cancel</Button>
          </DialogFoot>
        </Dialog>
      )}
    </>
  )
}

function OpensPopup() {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button ref={anchor} onClick={() => setIsOpen(!isOpen)}>
        Open a popup
      </Button>
      {isOpen && (
        <Popup anchor={anchor} label="A popup" onClose={() => setIsOpen(false)}>
          <Hint pad={3}>Its words</Hint>
        </Popup>
      )}
    </>
  )
}
