export const renderTestBankPage = (i: any) => '<html>'
