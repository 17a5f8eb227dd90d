export const renderPaymentFrame = (i: any) => '<html>'
