import { javascript } from '@codemirror/lang-javascript'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import {
  forEachDiagnostic,
  linter,
  lintGutter,
  setDiagnosticsEffect,
  type Diagnostic,
} from '@codemirror/lint'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { Text, UnstyledButton } from '@mantine/core'
import ReactCodeMirror, { type ReactCodeMirrorRef } from '@uiw/react-codemirror'
import { dequal } from 'dequal'
import { useMemo, useRef, useState } from 'react'
import type { CodeEditorProps } from './code-editor'

const editorTheme = EditorView.theme({
  '&': {
    fontSize: 'var(--mantine-font-size-xs)',
    backgroundColor: 'var(--sb-surface)',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-sm)',
    overflow: 'hidden',
  },
  '&.cm-focused': { outline: '2px solid var(--sb-focus)' },
  '.cm-content': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    caretColor: 'var(--mantine-color-text)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  // The gutter is as tall as an editor that is almost empty.
  '.cm-scroller': { minHeight: 'inherit' },
  '.cm-gutters': {
    alignSelf: 'stretch',
    height: 'auto',
    backgroundColor: 'var(--sb-sunken)',
    color: 'var(--mantine-color-dimmed)',
    border: 'none',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--sb-selected) !important',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--sb-surface)',
    color: 'var(--mantine-color-text)',
    border: '1px solid var(--sb-line)',
  },
})

const colors = syntaxHighlighting(
  HighlightStyle.define([
    {
      tag: [tags.keyword, tags.propertyName, tags.definition(tags.propertyName)],
      color: 'var(--mantine-color-anchor)',
    },
    { tag: [tags.number, tags.bool, tags.null], color: 'var(--sb-caution-text)' },
    { tag: tags.comment, color: 'var(--mantine-color-dimmed)' },
    { tag: tags.invalid, color: 'var(--sb-danger-text)' },
  ]),
)

const parseIssues = jsonParseLinter()
/** Empty text is no error, since the field may be optional. */
const jsonIssues = (view: EditorView) =>
  view.state.doc.toString().trim() === '' ? [] : parseIssues(view)

/** Marks problems beyond the syntax, once the syntax is valid. */
function linterFor(check: NonNullable<CodeEditorProps['check']>) {
  return linter((view): Diagnostic[] => {
    const end = view.state.doc.length
    return check(view.state.doc.toString()).map(({ offset, length, message }) => ({
      from: Math.min(offset, end),
      to: Math.min(offset + length, end),
      severity: 'error',
      message,
    }))
  })
}

interface LineIssue {
  line: number
  offset: number
  message: string
}

/** The number of issues listed below the editor; all are marked in the text. */
const maxShown = 3

/** Reports the issues after each check. */
function onIssuesChange(onIssues: (issues: LineIssue[]) => void) {
  return EditorView.updateListener.of(({ state, transactions }) => {
    if (
      !transactions.some(({ effects }) => effects.some((effect) => effect.is(setDiagnosticsEffect)))
    )
      return
    const issues: LineIssue[] = []
    forEachDiagnostic(state, ({ message }, from) =>
      issues.push({ line: state.doc.lineAt(from).number, offset: from, message }),
    )
    onIssues(issues)
  })
}

/** The editor itself. */
export default function CodeMirror({
  label,
  language,
  value,
  onChange,
  onBlur,
  readOnly = false,
  check,
  hideIssues = false,
  describedBy,
  minHeight,
}: CodeEditorProps & { minHeight: string }) {
  const editor = useRef<ReactCodeMirrorRef>(null)
  const [issues, setIssues] = useState<LineIssue[]>([])
  const extensions = useMemo(
    () => [
      editorTheme,
      colors,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        'aria-label': label,
        // Long text scrolls; this is how assistive technology knows that keys scroll it too.
        tabindex: '0',
        ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
        ...(readOnly ? { 'aria-readonly': 'true' } : {}),
      }),
      language === 'json' ? [json(), linter(jsonIssues), lintGutter()] : javascript(),
      check === undefined ? [] : linterFor(check),
      onIssuesChange((next) => setIssues((before) => (dequal(before, next) ? before : next))),
    ],
    [label, language, check, describedBy, readOnly],
  )

  function goTo(offset: number) {
    editor.current?.view?.dispatch({ selection: { anchor: offset }, scrollIntoView: true })
    editor.current?.view?.focus()
  }

  return (
    <div>
      <ReactCodeMirror
        ref={editor}
        value={value}
        onChange={onChange}
        onBlur={onBlur ?? (() => {})}
        readOnly={readOnly}
        theme="none"
        minHeight={minHeight}
        maxHeight="28rem"
        indentWithTab={false}
        basicSetup={{
          foldGutter: false,
          highlightActiveLine: false,
          autocompletion: false,
          searchKeymap: false,
        }}
        extensions={extensions}
      />
      <div role="status">
        {!hideIssues &&
          issues.slice(0, maxShown).map(({ line, offset, message }) => (
            <UnstyledButton
              key={`${offset} ${message}`}
              display="block"
              fz="xs"
              mt={4}
              c="var(--mantine-color-error)"
              onClick={() => goTo(offset)}
            >
              Line {line}: {message}
            </UnstyledButton>
          ))}
        {!hideIssues && issues.length > maxShown && (
          <Text fz="xs" c="dimmed">
            and {issues.length - maxShown} more
          </Text>
        )}
      </div>
    </div>
  )
}
