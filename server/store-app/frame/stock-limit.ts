/** A variant with this many units or fewer is shown to its merchant as low on stock. */
export const LOW_STOCK = 5
