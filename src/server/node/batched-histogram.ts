import { Histogram, type HistogramConfiguration, type LabelValues } from 'prom-client'

const batchSize = 1000

/**
 * A histogram that counts observations in batches. Between the statements of a request, a single
 * observation takes several times as long as one of many in a row: see `npm run bench --
 * observability`.
 */
export class BatchedHistogram<Label extends string> {
  readonly #waiting: { labels: LabelValues<Label>; value: number }[] = []
  readonly #histogram: Histogram<Label>

  constructor(configuration: Omit<HistogramConfiguration<Label>, 'collect'>) {
    this.#histogram = new Histogram({ ...configuration, collect: () => this.#count() })
  }

  observe(labels: LabelValues<Label>, value: number): void {
    this.#waiting.push({ labels, value })
    if (this.#waiting.length >= batchSize) this.#count()
  }

  #count(): void {
    for (const { labels, value } of this.#waiting) this.#histogram.observe(labels, value)
    this.#waiting.length = 0
  }
}
