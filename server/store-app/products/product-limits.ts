export const MAX_VARIANTS = 500
export const TOO_MANY_VARIANTS = `A product can have ${MAX_VARIANTS} variants at most.`

export const COUNT_PROBLEM = 'Write the stock as a whole number, such as 25.'

export const DAYS_PROBLEM = 'Write the days as a whole number from 0 to 365, such as 14.'
export const MOST_PROBLEM = 'Write a whole number from 1 to 100.'
