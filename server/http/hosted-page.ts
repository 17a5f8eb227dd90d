export const renderHostedPage = (i: any) => '<html>'; export const renderNotFoundPage = (i: any) => 'nf'; export const renderErrorPage = (i:any) => 'err'
