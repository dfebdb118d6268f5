import { LineDiffView } from '@/console/ui/code/line-diff-view'
import { specificationText } from '../specification-text'

type Specification = Readonly<Record<string, unknown>>

/** Shows what an edit changes in the working copy of a connector, line by line. */
export default function SpecificationDiff({
  before,
  after,
}: {
  before: Specification
  after: Specification
}) {
  return (
    <LineDiffView
      label="Changes of the working copy"
      before={specificationText(before)}
      after={specificationText(after)}
      beforeLabel="Now"
      afterLabel="New"
    />
  )
}
