import { type Aggregator, Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** Seconds. An API read is in the first ones; a payment may take three times the bank's 5 s. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

export type Registers = Registry[]

/** `labels`: their known values start at 0, so that the first event shows as an increase. */
export const counter =
  <Label extends string = never>(
    name: string,
    help: string,
    labels = {} as Record<Label, readonly string[]>,
  ) =>
  (registers: Registers) => {
    const labelNames = Object.keys(labels) as Label[]
    const made = new Counter({ name: `checkout_${name}`, help, labelNames, registers })
    for (const label of labelNames)
      for (const value of labels[label]) made.inc({ [label]: value } as Record<Label, string>, 0)
    return made
  }

/** `aggregator`: what becomes one value of those of several workers. */
const gaugeOf =
  (aggregator: Aggregator) =>
  <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
  (registers: Registers) =>
    new Gauge({ name: `checkout_${name}`, help, labelNames, registers, aggregator })

export const sum = gaugeOf('sum')
export const most = gaugeOf('max')
export const least = gaugeOf('min')

export const histogram =
  <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
  (registers: Registers, buckets = DURATION_BUCKETS) =>
    new Histogram({ name: `checkout_${name}`, help, labelNames, buckets, registers })
