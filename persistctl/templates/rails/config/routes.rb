# SPDX-License-Identifier: Apache-2.0
# frozen_string_literal: true

Rails.application.routes.draw do
  root "pages#index"
  get "about", to: "pages#about"
end
