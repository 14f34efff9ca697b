#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
exec git describe --tags --abbrev=0
