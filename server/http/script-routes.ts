import {Router} from 'express'; export const scriptRoutes = (c: any) => Router()
